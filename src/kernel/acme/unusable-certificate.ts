import { render, type Said } from '../base/translatable-text.ts'

/** No certificate, no key, or two that do not belong together. */
export class UnusableCertificate extends Error {
  readonly reason: Said

  constructor(reason: Said, options?: ErrorOptions) {
    super(render(reason), options)
    this.name = new.target.name
    this.reason = reason
  }
}
