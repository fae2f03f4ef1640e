import type { AuditEntry } from '../../shared/entities/admin.ts'

/** By target and action; without target where the word fits all. */
const WORDS: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  destroy: 'deleted',
  approve: 'approved',
  reject: 'rejected',
  add_note: 'wrote a note about',
  remove_note: 'deleted a note about',
  'report.assign_to_self': 'took on the report about',
  'report.unassign': 'gave back the report about',
  'report.resolve': 'resolved the report about',
  'report.reopen': 'opened again the report about',
  'report.update': 'sorted anew the report about',
  'report.forward': 'passed on the report about',
  'report.add_note': 'wrote a note to the report about',
  'report.remove_note': 'deleted a note to the report about',
  'account.warn': 'warned',
  'account.disable': 'froze',
  'account.enable': 'unfroze',
  'account.silence': 'limited',
  'account.unsilence': 'ended the limits of',
  'account.sensitive': 'marked as always sensitive the media of',
  'account.unsensitive': 'no longer marks as sensitive the media of',
  'account.suspend': 'suspended',
  'account.unsuspend': 'ended the suspension of',
  'account.delete': 'erased the data of',
  'account.approve': 'let in',
  'account.reject': 'turned away',
  'account.delete_statuses': 'deleted posts of',
  'account.mark_statuses_as_sensitive': 'marked as sensitive posts of',
  'account.change_role': 'changed the role of',
  'account.change_email': 'changed the e-mail address of',
  'account.confirm_email': 'confirmed the e-mail address of',
  'account.reset_password': 'reset the password of',
  'account.disable_two_factor': 'turned off two-factor authentication of',
  'account.memorialize': 'made a memorial of',
  'account.remove_avatar': 'removed the picture of',
  'account.remove_header': 'removed the header of',
  'account.refetch': 'fetched anew the profile of',
  'appeal.approve': 'accepted the appeal of',
  'appeal.reject': 'rejected the appeal of',
  'domain_block.create': 'blocked',
  'domain_block.update': 'changed the block of',
  'domain_block.destroy': 'ended the block of',
  'domain_allow.create': 'allowed',
  'domain_allow.destroy': 'no longer allows',
  'instance.restart_deliveries': 'let be tried at once what waits for',
  'instance.stop_deliveries': 'dropped what waited for',
  'instance.purge': 'removed everything of',
  'block_import.create': 'looked at the import',
  'block_import.apply': 'applied the import',
  'block_import.retract': 'took back the import',
  'block_subscription.create': 'follows the block list',
  'block_subscription.update': 'changed how to follow the block list',
  'block_subscription.destroy': 'no longer follows the block list',
  'block_subscription.refresh': 'read the block list',
  'delivery.retry': 'let be tried at once a delivery to',
  'delivery.drop': 'dropped a delivery to',
  'settings.update': 'changed the settings',
  'settings.update_picture': 'changed the picture',
  'settings.remove_picture': 'removed the picture',
  'terms_of_service.publish': 'published the terms of service from',
  'terms_of_service.delete': 'withdrew the terms of service from',
}

/** What comes between who did it and to what. Kinds that have no word yet are named as they are. */
export function describeAction({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string {
  const word = WORDS[`${target.type}.${action}`]
  if (word !== undefined) return word
  return `${WORDS[action] ?? spaced(action)} ${kindOf(target.type)}`
}

function kindOf(type: string): string {
  return type === 'account' ? '' : `the ${spaced(type)}`
}

const spaced = (name: string): string => name.replaceAll('_', ' ')
