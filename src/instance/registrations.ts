import type { Settings } from './settings.ts'

/** Whether people may sign up at all, with approval or without (S-078). */
export function registrationsOpen(settings: Settings): boolean {
  return settings['registrations.mode'] !== 'closed' && !settings.single_user
}

/** Whether somebody looks at each request to join. */
export function approvalRequired(settings: Settings): boolean {
  return settings['registrations.mode'] === 'approval'
}

/** Whether who asks to join must say why (S-271). */
export function reasonRequired(settings: Settings): boolean {
  return approvalRequired(settings) && settings['registrations.reason_required']
}
