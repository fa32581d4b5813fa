// Long screenings take turns.
import { screenTexts, TooManyWaiting } from '../../src/applications/screening/request'

/** Keeps this process busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('screenTexts', () => {
  const long = Array.from({ length: 100 }, (_, index): [string, string] => [
    `answers.q${index}`,
    `${index} lorem ipsum dolor sit amet. `.repeat(100),
  ])

  it('screens short texts while long ones wait for their turn', async () => {
    const first = screenTexts('a', long)
    const second = screenTexts('a', long)
    let isOver = false
    void Promise.all([first, second]).then(() => (isOver = true))
    expect(await screenTexts('b', [['title', 'Pilot school']])).toBeNull()
    expect(isOver).toBe(false)
    expect(await Promise.all([first, second])).toEqual([null, null])
  })

  it('gives the next turn to the community that has used the least time, and refuses only one that has four waiting', async () => {
    const order: string[] = []
    const screen = (communityId: string, name: string) => screenTexts(communityId, long).then(() => order.push(name))
    const all = [...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => screen('a', name)), screen('b', 'b1')]
    await expect(screenTexts('a', long)).rejects.toBeInstanceOf(TooManyWaiting)
    all.push(screen('b', 'b2'))
    await Promise.all(all)
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5'])
  })

  it('needs no turn for short texts between which the processor has other work', async () => {
    const longOnes = Array.from({ length: 5 }, () => screenTexts('a', long))
    await expect(screenTexts('a', long)).rejects.toBeInstanceOf(TooManyWaiting)
    const interrupted = [['title', 'Pilot school'], ['description']] as [string, string][]
    Object.defineProperty(interrupted, 1, {
      get() {
        work(20)
        return ['description', 'Fly with us.']
      },
    })
    expect(await screenTexts('a', interrupted)).toBeNull()
    expect(await Promise.all(longOnes)).toEqual(Array(5).fill(null))
  })

  it('needs a turn after 20,000 characters', async () => {
    const longOnes = Array.from({ length: 5 }, () => screenTexts('a', long))
    const ofLength = (length: number): [string, string][] =>
      Array.from({ length: 10 }, (_, index) => [`answers.q${index}`, `${index} `.padEnd(length / 10, 'lorem ipsum ')])
    expect(await screenTexts('a', ofLength(18_000))).toBeNull()
    await expect(screenTexts('a', ofLength(22_000))).rejects.toBeInstanceOf(TooManyWaiting)
    expect(await Promise.all(longOnes)).toEqual(Array(5).fill(null))
  })

  it('finds what a later text holds after the turn has begun', async () => {
    const texts: [string, string][] = [...long, ['last', 'write to viper@example.com']]
    expect(await screenTexts('a', texts)).toEqual({ field: 'last', kind: 'email' })
    expect(await screenTexts('a', [['title', 'Pilot school']])).toBeNull()
  })
})
