import type { Refusal } from '../../../../src/kernel/text/owner-styles-rules.ts'
import { t } from '../../../shared/i18n.ts'

const WHY: Readonly<Record<Refusal, string>> = {
  syntax: t('it cannot be read'),
  nesting: t('rules within rules are not possible'),
  at_rule: t('of all rules with an @ only @media is possible'),
  selector: t('it asks for something that a selector may not ask for here'),
  property: t('this property may not be set here'),
  value: t('this value is not possible'),
  address: t('files may only be those of this server, below /system/ or /assets/'),
  size: t('it is too large, or negative'),
}

/** Why a part of a style sheet is left out. */
export const whyWords = (why: Refusal): string => WHY[why]
