/**
 * Consumes messages that are only hints: all are acknowledged, even if their work failed, because
 * the work is found again without them.
 * @param work handles a message's body, which is not validated
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
