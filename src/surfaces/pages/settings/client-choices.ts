import type { WebSettings } from '../../../features/accounts/web-settings.ts'
import { html, type SafeHtml } from '../../../kernel/text/html.ts'
import { plural, type Text, t } from '../../../kernel/text/messages.ts'
import { type Choice, check, chosen, radios, select } from '../frame/choices.ts'
import { isTicked, textOf } from '../pages.ts'

/** Settings of the web client that its preferences have (web/client/state/web-settings.ts); the first choice is the usual one. */
interface Selected {
  name: string
  label: Text
  hint?: Text
  choices: readonly Choice[]
}

interface Ticked {
  name: string
  label: Text
  hint?: Text
  usual: boolean
}

const APPEARANCE: readonly Selected[] = [
  {
    name: 'theme',
    label: t('Colours'),
    choices: [
      { value: 'system', label: t('Follow the device') },
      { value: 'light', label: t('Light') },
      { value: 'dark', label: t('Dark') },
      {
        value: 'contrast',
        label: t('High contrast'),
        hint: t('Light or dark like the device, with stronger colours and lines'),
      },
    ],
  },
  {
    name: 'text_size',
    label: t('Size of text'),
    choices: [
      { value: 'normal', label: t('Normal|size of text') },
      { value: 'small', label: t('Small') },
      { value: 'large', label: t('Large') },
      { value: 'larger', label: t('Very large') },
    ],
  },
  {
    name: 'font',
    label: t('Font'),
    choices: [
      { value: 'system', label: t('Font of the device') },
      { value: 'browser', label: t('Font set in the browser') },
      { value: 'serif', label: t('Font with serifs') },
    ],
  },
  {
    name: 'motion',
    label: t('Motion'),
    choices: [
      { value: 'system', label: t('Follow the device') },
      { value: 'reduced', label: t('As little as possible') },
    ],
  },
]

const READING: readonly Selected[] = [
  {
    name: 'density',
    label: t('Density of posts'),
    choices: [
      { value: 'comfortable', label: t('Comfortable') },
      { value: 'compact', label: t('Compact') },
    ],
  },
  {
    name: 'home_start',
    label: t('The home timeline begins'),
    hint: t('Where you were is one press away when it begins at the newest post.'),
    choices: [
      { value: 'auto', label: t('Where you were, after an absence at the newest post') },
      { value: 'newest', label: t('Always at the newest post') },
      { value: 'left', label: t('Always where you were') },
    ],
  },
  {
    name: 'home_absence',
    label: t('You were absent after'),
    choices: [4, 1, 12, 24].map((hours) => ({
      value: String(hours),
      label: plural(hours, '{n} hour', '{n} hours'),
    })),
  },
  {
    name: 'save_data',
    label: t('Saving data'),
    hint: t('Pictures and videos are loaded when you ask for them.'),
    choices: [
      { value: 'auto', label: t('On a slow network') },
      { value: 'on', label: t('Always') },
      { value: 'off', label: t('Never') },
    ],
  },
]

const TICKS: readonly Ticked[] = [
  {
    name: 'autoplay',
    label: t('Animated pictures and silent videos play by themselves'),
    usual: true,
  },
  {
    name: 'haptics',
    label: t('The device vibrates shortly for what you do'),
    usual: true,
  },
  {
    name: 'ask_description',
    label: t('Ask before posting media without a description'),
    usual: true,
  },
  { name: 'ask_boost', label: t('Ask before boosting a post'), usual: false },
  { name: 'ask_delete', label: t('Ask before deleting a post'), usual: true },
  { name: 'ask_unfollow', label: t('Ask before unfollowing someone'), usual: true },
  { name: 'shortcuts', label: t('Single-key shortcuts'), usual: true },
]

/** a number in the client's settings */
const NUMBERS: readonly string[] = ['home_absence']

/** The cards of the form that set how pages look, and how the client behaves where script runs. */
export function clientCards(known: WebSettings): SafeHtml {
  const [theme, ...others] = APPEARANCE.map((one) => fieldOf(one, known))
  return html`<section class="card stack" aria-labelledby="appearance"><h2 id="appearance">${t('Appearance')}</h2>
${theme}${others}
</section>
<section class="card stack" aria-labelledby="client"><h2 id="client">${t('Where pages use JavaScript')}</h2>
${READING.map((one) => fieldOf(one, known))}
<div class="choices">${TICKS.map(({ name, label, usual }) => check({ id: name, name: `web[${name}]`, label, checked: typeof known[name] === 'boolean' ? known[name] : usual }))}</div>
</section>`
}

function fieldOf({ name, label, hint, choices }: Selected, known: WebSettings): SafeHtml {
  const value = String(known[name] ?? choices[0]?.value)
  const named = `web[${name}]`
  if (name === 'theme') return radios({ name: named, legend: label, choices, value })
  return select({ id: name, name: named, label, hint, choices, value })
}

/** The client's settings that a form sets, if it has them; a value that it does not offer counts as the usual one. */
export function clientChoicesIn(body: unknown): WebSettings {
  const given = (body as { web?: unknown } | undefined)?.web
  if (given === undefined) return {}
  const selected = [...APPEARANCE, ...READING].map(({ name, choices }) => {
    const values = choices.map(({ value }) => value)
    const value = chosen(textOf(given, name), values) ?? values[0]
    return [name, NUMBERS.includes(name) ? Number(value) : value] as const
  })
  const ticked = TICKS.map(({ name }) => [name, isTicked(given, name)] as const)
  return Object.fromEntries([...selected, ...ticked])
}
