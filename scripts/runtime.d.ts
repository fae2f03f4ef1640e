/** What Rookery's Node is told by its environment besides the operator's own. */
export function runtimeEnvironment(): Record<string, string>
