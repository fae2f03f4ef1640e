import { up as first } from './0001_first.ts'
import { up as federation } from './0002_federation.ts'
import { up as homeReblogs } from './0003_home_reblogs.ts'
import { up as filters } from './0004_filters.ts'
import { up as lists } from './0005_lists.ts'
import { up as notificationPolicies } from './0006_notification_policies.ts'
import { up as people } from './0007_people.ts'
import { up as scheduled } from './0008_scheduled.ts'
import { up as twoFactor } from './0009_two_factor.ts'
import { up as trends } from './0010_trends.ts'
import { up as push } from './0011_push.ts'
import { up as collections } from './0012_collections.ts'
import { up as transfers } from './0013_transfers.ts'
import { up as audit } from './0014_audit.ts'
import { up as staffNotes } from './0015_staff_notes.ts'
import { up as strikes } from './0016_strikes.ts'
import { up as reportWork } from './0017_report_work.ts'
import { up as blocks } from './0018_blocks.ts'
import { up as operations } from './0019_operations.ts'
import { up as content } from './0020_content.ts'
import { up as automod } from './0021_automod.ts'
import { up as figures } from './0023_figures.ts'
import { up as drafts } from './0024_drafts.ts'
import { up as webSettings } from './0025_web_settings.ts'
import { up as statusIndexes } from './0026_status_indexes.ts'
import { up as accountSearch } from './0027_account_search.ts'
import { up as listIndexes } from './0028_list_indexes.ts'
import { up as shortIds } from './0029_short_ids.ts'
import { up as cards } from './0030_cards.ts'
import { up as intake } from './0031_intake.ts'
import { up as endsOfFollows } from './0032_ends_of_follows.ts'
import { up as heldReasons } from './0033_held_reasons.ts'
import { up as sharedCounts } from './0034_shared_counts.ts'
import { up as pulledStatuses } from './0035_pulled_statuses.ts'
import { up as hostHolders } from './0036_host_holders.ts'
import { up as largeLists } from './0037_large_lists.ts'
import { up as threadsAndDrafts } from './0038_threads_and_drafts.ts'
import { up as batchesAndMails } from './0040_batches_and_mails.ts'
import { up as care } from './0041_care.ts'
import { up as tombstoneBudget } from './0042_tombstone_budget.ts'
import { up as countedLists } from './0043_counted_lists.ts'
import type { Migration } from './migration.ts'

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  { name: '0001_first', up: first },
  { name: '0002_federation', up: federation },
  { name: '0003_home_reblogs', up: homeReblogs },
  { name: '0004_filters', up: filters },
  { name: '0005_lists', up: lists },
  { name: '0006_notification_policies', up: notificationPolicies },
  { name: '0007_people', up: people },
  { name: '0008_scheduled', up: scheduled },
  { name: '0009_two_factor', up: twoFactor },
  { name: '0010_trends', up: trends },
  { name: '0011_push', up: push },
  { name: '0012_collections', up: collections },
  { name: '0013_transfers', up: transfers },
  { name: '0014_audit', up: audit },
  { name: '0015_staff_notes', up: staffNotes },
  { name: '0016_strikes', up: strikes },
  { name: '0017_report_work', up: reportWork },
  { name: '0018_blocks', up: blocks },
  { name: '0019_operations', up: operations },
  { name: '0020_content', up: content },
  { name: '0021_automod', up: automod },
  { name: '0023_figures', up: figures },
  { name: '0024_drafts', up: drafts },
  { name: '0025_web_settings', up: webSettings },
  { name: '0026_status_indexes', up: statusIndexes },
  { name: '0027_account_search', up: accountSearch },
  { name: '0028_list_indexes', up: listIndexes },
  { name: '0029_short_ids', up: shortIds },
  { name: '0030_cards', up: cards },
  { name: '0031_intake', up: intake },
  { name: '0032_ends_of_follows', up: endsOfFollows },
  { name: '0033_held_reasons', up: heldReasons },
  { name: '0034_shared_counts', up: sharedCounts },
  { name: '0035_pulled_statuses', up: pulledStatuses },
  { name: '0036_host_holders', up: hostHolders },
  { name: '0037_large_lists', up: largeLists },
  { name: '0038_threads_and_drafts', up: threadsAndDrafts },
  { name: '0040_batches_and_mails', up: batchesAndMails },
  { name: '0041_care', up: care },
  { name: '0042_tombstone_budget', up: tombstoneBudget },
  { name: '0043_counted_lists', up: countedLists },
]
