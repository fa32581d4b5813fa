// What has an open dialog stays, also when its record has left the list meanwhile: the dialog has what the person entered.
import {
  Children,
  createContext,
  isValidElement,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'

/** Keeps what is around a dialog. @returns what ends it */
const Keep = createContext<() => () => void>(() => () => undefined)

/** Called by a dialog. */
export function useStaying(isOpen: boolean): void {
  const keep = useContext(Keep)
  useEffect(() => (isOpen ? keep() : undefined), [isOpen, keep])
}

/** Shows its children, and those that are gone while a dialog in them is open, as they were. */
export function Staying({ children }: { readonly children: ReactNode }) {
  const [kept, setKept] = useState<readonly string[]>([])
  const last = useRef<readonly ReactElement[]>([])
  const here = Children.toArray(children).filter((child) => isValidElement(child))
  const gone = last.current.filter(
    ({ key }) => key !== null && kept.includes(key) && !here.some((child) => child.key === key),
  )
  const shown = [...here, ...gone]
  useEffect(() => void (last.current = shown))
  const keep = useCallback((key: string) => {
    setKept((all) => [...all, key])
    return () => setKept((all) => all.filter((_, index) => index !== all.indexOf(key)))
  }, [])
  return shown.map((child) => (
    <Kept key={child.key} name={child.key ?? ''} onOpen={keep}>
      {child}
    </Kept>
  ))
}

interface KeptProps {
  readonly name: string
  readonly onOpen: (name: string) => () => void
  readonly children: ReactNode
}

function Kept({ name, onOpen, children }: KeptProps) {
  const around = useContext(Keep)
  const keep = useMemo(
    () => () => {
      const ends = [onOpen(name), around()]
      return () => ends.forEach((end) => end())
    },
    [name, onOpen, around],
  )
  return <Keep value={keep}>{children}</Keep>
}
