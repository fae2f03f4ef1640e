/** Lets the browser do what waits meanwhile: presses, scrolling, paint. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
