/** The debugger of one isolate of a running Worker (Chrome DevTools Protocol). */
export interface Inspector {
  /** Sends a command and waits for its reply. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of many shapes
  ask(method: string, params?: object): Promise<any>;
  /** Sends a command that workerd executes without a reply. */
  tell(method: string): void;
  close(): void;
}

/**
 * Connects to an isolate's debugger; workerd silently drops an earlier connection.
 * @param worker its name in the options it was started with
 */
export async function openInspector(port: number, worker = 'service'): Promise<Inspector> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/core:user:${worker}`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the inspector cannot be reached')));
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let calls = 0;
  const send = (method: string, params?: object) => {
    calls += 1;
    socket.send(JSON.stringify({ id: calls, method, ...(params && { params }) }));
    return calls;
  };
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set(send(method, params), resolve);
      }),
    tell: (method) => void send(method),
    close: () => socket.close(),
  };
}
