// The choice to end what a key or a person made.

export function DependantsField() {
  return (
    <label>
      <input type="checkbox" name="dependants" value="end" />
      End the keys and people that it made, too
    </label>
  )
}
