import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH_WORDS, inWords } from '../../../kernel/text/messages.ts'
import { browserName } from './browser-names.ts'

test('a browser is called by its own name, not by those that it names too', () => {
  const names: Record<string, string> = {
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge on Windows',
    'Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0': 'Firefox on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
      'Safari on iPhone',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
      'Chrome on Linux',
    'curl/8.0': 'A browser',
  }

  const named = (agent: string | null) => inWords(browserName(agent), ENGLISH_WORDS)
  for (const [agent, name] of Object.entries(names)) assert.equal(named(agent), name)
  assert.equal(named(null), 'A browser')
})
