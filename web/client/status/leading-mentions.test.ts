import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from '../../shared/entities/api.ts'
import { leadingMentions } from './leading-mentions.ts'

const mentions = ['ann', 'bob'].map((name) => ({
  id: name,
  acct: `${name}@away.example`,
  username: name,
  url: `https://away.example/@${name}?a=1&b=2`,
})) as Status['mentions']

const link = (name: string, text = `@<span>${name}</span>`) =>
  `<a href="https://away.example/@${name}?a=1&amp;b=2" class="u-url mention">${text}</a>`
const card = (name: string) => `<span class="h-card" translate="no">${link(name)}</span>`

const found = (html: string) => {
  const { people, rest } = leadingMentions(html, mentions)
  return [people.map(({ id }) => id).join(), rest]
}

test('the mentions that a reply begins with are told from what it says', () => {
  assert.deepEqual(found(`<p>${card('ann')} Yes</p>`), ['ann', '<p>Yes</p>'])
  assert.deepEqual(found(`<p>${card('ann')}, ${link('bob')} ${card('ann')}: Yes</p><p>No</p>`), [
    'ann,bob',
    '<p>Yes</p><p>No</p>',
  ])
})

test('a paragraph or a line that holds nothing else goes with them', () => {
  assert.deepEqual(found(`<p>${card('ann')} ${card('bob')}</p><p>Yes</p>`), [
    'ann,bob',
    '<p>Yes</p>',
  ])
  assert.deepEqual(found(`<p>${link('ann')}<br><br />Yes</p>`), ['ann', '<p>Yes</p>'])
})

test('what is said within the text stays', () => {
  for (const html of [
    `<p>Yes ${card('ann')}</p>`,
    `<p>Yes</p><p>${card('ann')} too</p>`,
    `<p>${card('eve')} Yes</p>`,
    `<p>${link('ann', 'my friend')} says so</p>`,
    `<blockquote>${card('ann')} Yes</blockquote>`,
    `<p><span>${link('ann')} and more</span> Yes</p>`,
    'Yes',
    '',
  ]) {
    assert.deepEqual(found(html), ['', html])
  }
})

test('who says nothing but names is quoted whole, and a picture is something said', () => {
  const names = `<p>${card('ann')} ${card('bob')}</p><p>&nbsp;</p>`
  assert.deepEqual(found(names), ['', names])
  const emoji = `<p>${card('ann')} <img src="x"></p>`
  assert.deepEqual(found(emoji), ['ann', '<p><img src="x"></p>'])
})

test('a long text takes no long time', () => {
  const html = `<p>${'<span>'.repeat(20_000)}${' '.repeat(20_000)}</p>`
  assert.deepEqual(found(html), ['', html])
  const open = `<p><span>${' '.repeat(50_000)}<a ${'href="'.repeat(5000)}`
  assert.deepEqual(found(open), ['', open])
})
