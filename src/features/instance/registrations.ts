import type { Settings } from './settings.ts'

/** Whether sign-ups are possible, with or without approval (S-078). */
export function registrationsOpen(settings: Settings): boolean {
  return settings['registrations.mode'] !== 'closed' && !settings.single_user
}

/** Whether the staff must approve each sign-up. */
export function approvalRequired(settings: Settings): boolean {
  return settings['registrations.mode'] === 'approval'
}

/** Whether a sign-up must give a reason (S-271). */
export function reasonRequired(settings: Settings): boolean {
  return approvalRequired(settings) && settings['registrations.reason_required']
}
