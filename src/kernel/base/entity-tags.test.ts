import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesTag } from './entity-tags.ts'

test('a tag is named anywhere in If-None-Match, weak or strong, or by an asterisk', () => {
  for (const tag of ['"a"', 'W/"a"']) {
    for (const header of ['"a"', 'W/"a"', '"x", W/"a"', '"x","a" , "y"', '*']) {
      assert.equal(namesTag(header, tag), true, `${header} for ${tag}`)
    }
    for (const header of [undefined, '', '"x"', 'W/"x", "y"', 'a', '"A"', '"aa"', 'w/"a"', '"a']) {
      assert.equal(namesTag(header, tag), false, `${header} for ${tag}`)
    }
  }
})
