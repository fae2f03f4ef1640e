/** Debian's names of the processors that a Linux Node is pinned for. */
export const ARCHITECTURES = ['amd64', 'arm64'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

const CPUS = { amd64: 'x64', arm64: 'arm64' } as const

/** npm's name of a processor. */
export function cpuOf(architecture: Architecture): string {
  return CPUS[architecture]
}

/** The binary of the pinned Node, below the folder of the program. */
export function nodeOf(architecture: Architecture): string {
  return `node_modules/node-linux-${CPUS[architecture]}/bin/node`
}

/** This machine's, or what there is for it, which `--arch` then refuses. */
export function thisArchitecture(): string {
  return ARCHITECTURES.find((one) => CPUS[one] === process.arch) ?? process.arch
}

/** `1.0.0-rc.1` comes before `1.0.0` only as `1.0.0~rc.1`. */
export function debianVersion(version: string): string {
  return version.replace('-', '~')
}
