import { saveWebSetting } from './web-settings.ts'

/** Speaks another language from now on, here and on the pages of the server. @param tag empty: as the browser says */
export async function chooseLanguage(tag: string): Promise<void> {
  saveWebSetting('language', tag)
  // the server keeps it for its pages, mails and notifications; without it the choice counts here
  await fetch('/language', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ lang: tag }),
  }).catch(() => null)
  // everything is drawn anew in the other words
  location.reload()
}
