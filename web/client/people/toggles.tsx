import './toggles.css'

interface TogglesProps {
  legend: string
  options: readonly { id: string; title: string; hint?: string }[]
  chosen: ReadonlySet<string>
  /** what stands there if there are no options */
  empty: string
  onToggle: (id: string, isOn: boolean) => void
}

/** Things of which any number may be on, each switched by itself. */
export function Toggles({ legend, options, chosen, empty, onToggle }: TogglesProps) {
  if (options.length === 0) return <p class="empty">{empty}</p>
  return (
    <fieldset class="toggles">
      <legend class="visually-hidden">{legend}</legend>
      {options.map(({ id, title, hint }) => (
        <label key={id} class="toggle">
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={(event) => onToggle(id, event.currentTarget.checked)}
          />
          <span dir="auto">
            {title}
            {hint !== undefined && <span class="hint">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
