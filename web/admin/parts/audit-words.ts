import type { AuditEntry } from '../../shared/entities/admin.ts'
import { t } from '../../shared/i18n.ts'

/** Sentences by target and action, with places for the actor and the target. */
const SENTENCES: Readonly<Record<string, string>> = {
  'invite.expire': t('{name} ended the invitation {target}'),
  'invite.expire_all': t('{name} ended {target}'),
  'report.read_statuses': t('{name} read restricted posts in the report about {target}'),
  'account.read_statuses': t('{name} read restricted posts of {target}'),
  'status.read_statuses': t('{name} read a restricted post that waits, of {target}'),
  'report.assign_to_self': t('{name} took on the report about {target}'),
  'report.unassign': t('{name} gave back the report about {target}'),
  'report.resolve': t('{name} resolved the report about {target}'),
  'report.reopen': t('{name} opened again the report about {target}'),
  'report.update': t('{name} sorted anew the report about {target}'),
  'report.forward': t('{name} passed on the report about {target}'),
  'report.add_note': t('{name} wrote a note to the report about {target}'),
  'report.remove_note': t('{name} deleted a note to the report about {target}'),
  'account.mail': t('{name} wrote a mail to {target}'),
  'account.warn': t('{name} warned {target}'),
  'account.disable': t('{name} froze {target}'),
  'account.enable': t('{name} unfroze {target}'),
  'account.silence': t('{name} limited {target}'),
  'account.unsilence': t('{name} ended the limits of {target}'),
  'account.sensitive': t('{name} marked as always sensitive the media of {target}'),
  'account.unsensitive': t('{name} no longer marks as sensitive the media of {target}'),
  'account.suspend': t('{name} suspended {target}'),
  'account.unsuspend': t('{name} ended the suspension of {target}'),
  'account.delete': t('{name} erased the data of {target}'),
  'account.approve': t('{name} let in {target}'),
  'account.reject': t('{name} turned away {target}'),
  'account.delete_statuses': t('{name} deleted posts of {target}'),
  'account.mark_statuses_as_sensitive': t('{name} marked as sensitive posts of {target}'),
  'account.change_role': t('{name} changed the role of {target}'),
  'account.change_email': t('{name} changed the e-mail address of {target}'),
  'account.confirm_email': t('{name} confirmed the e-mail address of {target}'),
  'account.reset_password': t('{name} reset the password of {target}'),
  'account.disable_two_factor': t('{name} turned off two-factor authentication of {target}'),
  'account.memorialize': t('{name} made a memorial of {target}'),
  'account.remove_avatar': t('{name} removed the picture of {target}'),
  'account.remove_header': t('{name} removed the header of {target}'),
  'account.refetch': t('{name} fetched anew the profile of {target}'),
  'account.approve_held': t('{name} let in {target}'),
  'account.reject_held': t('{name} turned away {target}'),
  'status.approve_held': t('{name} let through {target}'),
  'status.reject_held': t('{name} did not let through {target}'),
  'automod_rule.create': t('{name} made the automatic rule {target}'),
  'automod_rule.update': t('{name} changed the automatic rule {target}'),
  'automod_rule.destroy': t('{name} deleted the automatic rule {target}'),
  'job.retry': t('{name} ran again the job {target}'),
  'job.retry_all': t('{name} ran again all jobs that failed {target}'),
  'job.drop': t('{name} dropped the job {target}'),
  'relay.enable': t('{name} turned on the relay {target}'),
  'relay.disable': t('{name} turned off the relay {target}'),
  'account.modify': t('{name} changed the account of {target}'),
  'webhook.rotate_secret': t('{name} made a new secret for {target}'),
  'webhook.disable': t('{name} turned off the webhook {target}'),
  'setting.hide_steps': t('{name} hid lines of the checklist'),
  'setting.test_mail': t('{name} sent themselves a test mail'),
  'setting.hold_sign_ups': t('{name} lets nobody in without a look, by {target}'),
  'webhook.test': t('{name} sent a test to {target}'),
  'appeal.approve': t('{name} accepted the appeal of {target}'),
  'appeal.reject': t('{name} rejected the appeal of {target}'),
  'domain_block.create': t('{name} blocked {target}'),
  'domain_block.update': t('{name} changed the block of {target}'),
  'domain_block.destroy': t('{name} ended the block of {target}'),
  'domain_allow.create': t('{name} allowed {target}'),
  'domain_allow.destroy': t('{name} no longer allows {target}'),
  'instance.restart_deliveries': t('{name} let be tried at once what waits for {target}'),
  'instance.stop_deliveries': t('{name} dropped what waited for {target}'),
  'instance.purge': t('{name} removed everything of {target}'),
  'block_import.create': t('{name} looked at the import {target}'),
  'block_import.apply': t('{name} applied the import {target}'),
  'block_import.retract': t('{name} took back the import {target}'),
  'block_subscription.create': t('{name} follows the block list {target}'),
  'block_subscription.update': t('{name} changed how to follow the block list {target}'),
  'block_subscription.destroy': t('{name} no longer follows the block list {target}'),
  'block_subscription.refresh': t('{name} read the block list {target}'),
  'delivery.retry': t('{name} let be tried at once a delivery to {target}'),
  'delivery.drop': t('{name} dropped a delivery to {target}'),
  'settings.update': t('{name} changed the settings {target}'),
  'settings.update_picture': t('{name} changed the picture {target}'),
  'settings.remove_picture': t('{name} removed the picture {target}'),
  'terms_of_service.publish': t('{name} published the terms of service from {target}'),
  'terms_of_service.delete': t('{name} withdrew the terms of service from {target}'),
}

/** By the action alone, for targets of any kind. */
const OF_KIND: Readonly<Record<string, string>> = {
  automod_reject: t('{name} refused {kind} {target}'),
  automod_limit: t('{name} limited {kind} {target}'),
  automod_mark_sensitive: t('{name} marked as sensitive {kind} {target}'),
  automod_hold: t('{name} held {kind} {target}'),
  automod_report: t('{name} reported {kind} {target}'),
  create: t('{name} created {kind} {target}'),
  update: t('{name} changed {kind} {target}'),
  delete: t('{name} deleted {kind} {target}'),
  destroy: t('{name} deleted {kind} {target}'),
  approve: t('{name} approved {kind} {target}'),
  reject: t('{name} rejected {kind} {target}'),
  approve_trend: t('{name} approved for the trends {kind} {target}'),
  reject_trend: t('{name} rejected for the trends {kind} {target}'),
  publish: t('{name} published {kind} {target}'),
  unpublish: t('{name} took down {kind} {target}'),
  move: t('{name} moved {kind} {target}'),
  copy: t('{name} copied {kind} {target}'),
  add_note: t('{name} wrote a note about {kind} {target}'),
  remove_note: t('{name} deleted a note about {kind} {target}'),
}

/** The same for accounts, of which the kind is not said. */
const OF_ACCOUNTS: Readonly<Record<string, string>> = {
  automod_reject: t('{name} refused {target}'),
  automod_limit: t('{name} limited {target}'),
  automod_mark_sensitive: t('{name} marked as sensitive {target}'),
  automod_hold: t('{name} held {target}'),
  automod_report: t('{name} reported {target}'),
  create: t('{name} created {target}'),
  update: t('{name} changed {target}'),
  delete: t('{name} deleted {target}'),
  destroy: t('{name} deleted {target}'),
  approve: t('{name} approved {target}'),
  reject: t('{name} rejected {target}'),
  approve_trend: t('{name} approved for the trends {target}'),
  reject_trend: t('{name} rejected for the trends {target}'),
  publish: t('{name} published {target}'),
  unpublish: t('{name} took down {target}'),
  move: t('{name} moved {target}'),
  copy: t('{name} copied {target}'),
  add_note: t('{name} wrote a note about {target}'),
  remove_note: t('{name} deleted a note about {target}'),
}

const KINDS: Readonly<Record<string, string>> = {
  announcement: t('the announcement|object'),
  appeal: t('the appeal|object'),
  automod_rule: t('the automatic rule|object'),
  canonical_email_block: t('the block of an e-mail address|object'),
  custom_emoji: t('the emoji|object'),
  email_domain_block: t('the block of an e-mail domain|object'),
  invite: t('the invitation|object'),
  ip_block: t('the block of an IP address|object'),
  link: t('the link|object'),
  preview_card_provider: t('the site|object'),
  publisher: t('the site|object'),
  relay: t('the relay|object'),
  role: t('the role|object'),
  rule: t('the rule|object'),
  status: t('the post|object'),
  tag: t('the hashtag|object'),
  username_block: t('the block of a user name|object'),
  warning_preset: t('the prepared text|object'),
  webhook: t('the webhook|object'),
}

/** The sentence of an entry, with `{name}` and `{target}`. An action without words appears under its own name. */
export function describeAction({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string {
  const { type } = target
  const sentence = SENTENCES[`${type}.${action}`]
  if (sentence !== undefined) return sentence
  const words =
    type === 'account'
      ? (OF_ACCOUNTS[action] ?? t('{name} did “{action}” to {target}'))
      : (OF_KIND[action] ?? t('{name} did “{action}” to {kind} {target}'))
  return words.replace('{action}', spaced(action)).replace('{kind}', KINDS[type] ?? spaced(type))
}

const spaced = (name: string): string => name.replaceAll('_', ' ')

/** Whether an action has words, at least for some targets. */
export const hasWords = (action: string): boolean =>
  Object.hasOwn(OF_KIND, action) ||
  Object.keys(SENTENCES).some((name) => name.endsWith(`.${action}`))

/** Actions of the server itself, unless a person of the staff did them. */
const BY_ITSELF = new Set([
  'account.delete',
  'webhook.disable',
  'block_subscription.refresh',
  'setting.hold_sign_ups',
])

/** The actor where it was no account. */
export function actorOf({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string {
  if (action.startsWith('automod_')) return t('An automatic rule')
  return BY_ITSELF.has(`${target.type}.${action}`) ? t('The server') : t('The operator')
}
