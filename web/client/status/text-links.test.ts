import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Status } from '../../shared/entities/api.ts'
import { splitShortcodes } from '../../shared/shortcodes.ts'
import { directionOf, ownTarget } from './text-links.ts'

const mentions = [
  { id: '1', acct: 'ann@away.example', username: 'ann', url: 'https://away.example/@ann' },
] as Status['mentions']

const target = (href: string, text: string, isTag = false) =>
  ownTarget({ href, text, isTag }, mentions)

test('a link to somebody who is mentioned leads to their profile here', () => {
  assert.deepEqual(target('https://away.example/@ann', '@ann'), {
    href: '/@ann@away.example',
    title: '@ann@away.example',
  })
  assert.equal(target('https://away.example/@eve', '@ann'), null, 'by its address, not by its text')
})

test('a hashtag leads to its page here, whatever it is written in', () => {
  assert.deepEqual(target('https://away.example/tags/x', ' #Käse ', true), {
    href: '/tags/K%C3%A4se',
  })
  assert.deepEqual(target('https://away.example/tags/x', '#a/b?c', true), {
    href: '/tags/a%2Fb%3Fc',
  })
  assert.equal(target('https://away.example/tags/x', '#x'), null)
  assert.equal(target('https://away.example/tags/x', 'x', true), null)
})

test('texts are told apart from shortcodes, in turn', () => {
  assert.deepEqual(splitShortcodes('a :cat: b'), ['a ', 'cat', ' b'])
  assert.deepEqual(splitShortcodes(':cat::dog_2:'), ['', 'cat', '', 'dog_2', ''])
  assert.deepEqual(splitShortcodes('at 10:30 : no'), ['at 10:30 : no'])
})

test('a language says whether it is read from the right, and otherwise the text does', () => {
  assert.deepEqual(['ar', 'ar-EG', 'he'].map(directionOf), ['rtl', 'rtl', 'rtl'])
  assert.deepEqual(['en', 'arz-x', '', null, undefined].map(directionOf), Array(5).fill('auto'))
})
