import type { PageProps } from '../../page.ts'
import './roles.css'
import { AllRoles } from './all-roles.tsx'
import { OneRole } from './one-role.tsx'

export function Page({ rest: [id] }: PageProps) {
  if (id === undefined) return <AllRoles />
  return <OneRole id={id === 'new' ? null : id} />
}
