import type { Ajv } from 'ajv'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Adds the formats of entities to a validator. */
export function addFormats(ajv: Ajv): void {
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('date-time', TIME)
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('iso-639-1', /^[a-z]{2,3}(-[A-Za-z]{2,8})*$/)
  // an unset address is an empty string
  ajv.addFormat('email', /^([^\s@]+@[^\s@]+)?$/)
}
