import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillForm, readForms } from './forms.ts'

test('a form is read and filled as a browser does', () => {
  const [form] = readForms(`<p></p><form action="/x?a=1&amp;b=2" method=post>
    <input type="hidden" name="csrf" value="&quot;1&quot;">
    <input id='user_email' name="user[email]" required>
    <button name="decision" value="allow">Yes</button>
    <button name="decision" value="deny">No</button>
  </form>`)

  assert.equal(form?.method, 'POST')
  assert.equal(form?.action, '/x?a=1&b=2')
  assert.deepEqual(
    [...fillForm(form!, { 'user[email]': 'a@example.org' })],
    [
      ['csrf', '"1"'],
      ['user[email]', 'a@example.org'],
      ['decision', 'allow'],
    ],
  )
})
