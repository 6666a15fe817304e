/**
 * Sends a message to a process that answers each with one.
 * @param {import("node:child_process").ChildProcess} child
 * @throws when it ends instead
 */
export function ask(child, message) {
  return new Promise((resolve, reject) => {
    const ended = (code) => reject(new Error(`${child.spawnargs[1]} ended with ${code}.`));
    child.once("exit", ended);
    child.once("message", (answer) => {
      child.off("exit", ended);
      resolve(answer);
    });
    child.send(message);
  });
}
