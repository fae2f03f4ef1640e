import type { Ajv } from 'ajv'

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Teaches a validator the formats that entities use. */
export function addFormats(ajv: Ajv): void {
  ajv.addFormat('uri', (text: string) => URL.canParse(text))
  ajv.addFormat('date-time', TIME)
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addFormat('iso-639-1', /^[a-z]{2,3}(-[A-Za-z]{2,8})*$/)
  // an address that is not set is an empty text
  ajv.addFormat('email', /^([^\s@]+@[^\s@]+)?$/)
}
