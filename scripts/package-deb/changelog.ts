import { debianVersion } from './architecture.ts'

export const MAINTAINER = 'The maintainers of Rookery <maintainers@rookery.invalid>'

/**
 * The changelog of the package, which names the version and leads to that of the program.
 * @param time seconds since 1970
 * @see https://www.debian.org/doc/debian-policy/ch-source.html#debian-changelog-debian-changelog
 */
export function debianChangelog(version: string, time: number): string {
  const day = new Date(time * 1000).toUTCString().replace('GMT', '+0000')
  return `rookery (${debianVersion(version)}) unstable; urgency=medium

  * /usr/share/doc/rookery/CHANGELOG.md.gz says what is new.

 -- ${MAINTAINER}  ${day}
`
}
