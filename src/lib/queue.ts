/**
 * Consumes messages whose work is found again without them: each is acknowledged, also where its
 * work failed.
 * @param work of a message's body, not validated
 */
export async function acknowledgeAll(
  messages: readonly Message[],
  work: (body: unknown) => Promise<void>,
  onFailure: (cause: unknown) => void,
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      await work(message.body).catch(onFailure);
      message.ack();
    }),
  );
}
