import { type Signal, signal } from '@preact/signals'

const known = new Map<string, Signal<boolean>>()

/** Something that is on or off in this browser alone, and stays so. */
export function choice(name: string): Signal<boolean> {
  let there = known.get(name)
  if (there === undefined) {
    there = signal(read(name))
    known.set(name, there)
  }
  return there
}

export function choose(name: string, isOn: boolean): void {
  choice(name).value = isOn
  try {
    localStorage.setItem(keyOf(name), isOn ? '1' : '0')
  } catch {
    // a browser that keeps nothing: it counts until the page is left
  }
}

const keyOf = (name: string): string => `rookery.${name}`

function read(name: string): boolean {
  try {
    return localStorage.getItem(keyOf(name)) === '1'
  } catch {
    return false
  }
}
