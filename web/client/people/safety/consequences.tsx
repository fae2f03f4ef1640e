import { Icon } from '../../../shared/icons.tsx'

type Shape = Parameters<typeof Icon>[0]['of']

/** A list of effects, one per line. */
export function Consequences({ of }: { of: readonly { icon: Shape; text: string }[] }) {
  return (
    <ul class="consequences">
      {of.map(({ icon, text }) => (
        <li key={text}>
          <Icon of={icon} /> <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
