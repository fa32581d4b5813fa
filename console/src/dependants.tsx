// The choice to end what a key or a person made.
import styles from './list.module.css'

export function DependantsField() {
  return (
    <label className={styles.check}>
      <input type="checkbox" name="dependants" value="end" />
      End the keys and people that it made, too
    </label>
  )
}
