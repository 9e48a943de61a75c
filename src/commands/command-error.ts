/** An expected failure. Its message is printed, and the program exits with status 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
