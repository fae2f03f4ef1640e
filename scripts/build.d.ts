/**
 * Bundles programs with everything of ours that they import.
 * @param programs files by name in the bundle, without extension
 * @param folder is emptied
 */
export function build(programs: Record<string, string>, folder: string): Promise<void>
