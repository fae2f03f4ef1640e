import type { PageProps } from '../../page.ts'
import { AllRules } from './all-rules.tsx'
import './automod.css'
import { Matches } from './matches.tsx'
import { OneRule } from './one-rule.tsx'

export function Page({ rest: [id] }: PageProps) {
  if (id === undefined) return <AllRules />
  if (id === 'matches') return <Matches />
  return <OneRule key={id} id={id === 'new' ? null : id} />
}
