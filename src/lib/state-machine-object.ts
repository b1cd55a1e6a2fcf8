import { DurableObject } from 'cloudflare:workers';

/** A queue takes at most this many messages at once. */
const MAX_BATCH_MESSAGES = 100;

/** Lower limit of an alarm: a fault in the state machine must set none that fires without pause. */
const MIN_ALARM_MS = 1_000;

export interface OutgoingMessage<Body> {
  body: Body;
  delayMs: number;
}

/** What an object drives: each of its other methods is one event, without storage or clock. */
interface StateMachine<Body> {
  /** The earliest moment at which something expires; Infinity for never. */
  readonly nextDueAt: number;
  readonly outbox: OutgoingMessage<Body>[];
  resendOverdue(now: number): void;
}

/**
 * Base of an object that gives a state machine a clock, storage, a queue, and an alarm that resends
 * what the queue has lost.
 */
export abstract class StateMachineObject<
  Machine extends StateMachine<Body>,
  Body,
  Env,
> extends DurableObject<Env> {
  /** Null while there is nothing of this id. */
  protected machine: Machine | null = null;
  /** What the alarm is set to, as far as this instance knows. */
  #alarmAt = Infinity;

  protected abstract readonly queue: Pick<Queue<Body>, 'sendBatch'>;

  /** Writes what changed, inside the event's transaction. */
  protected abstract write(machine: Machine): void;

  protected nextDueAt(machine: Machine): number {
    return machine.nextDueAt;
  }

  /**
   * Applies one event and writes what changed, as one transaction, then sends. A message that could
   * not be sent is resent by the alarm. @returns null when there is no state machine
   */
  protected async apply<T>(event: (machine: Machine, now: number) => T): Promise<T | null> {
    const { machine } = this;
    if (!machine) return null;
    let answer: T;
    try {
      answer = this.ctx.storage.transactionSync(() => {
        const outcome = event(machine, Date.now());
        this.write(machine);
        return outcome;
      });
    } catch (cause) {
      // Memory is ahead of the disk: the next call starts a new instance from what the disk has.
      this.ctx.abort(`the state machine broke: ${cause}`);
      throw cause;
    }
    const messages = machine.outbox.splice(0);
    this.setAlarm(machine);
    await this.#send(messages).catch(() => undefined);
    return answer;
  }

  /** The same, and the alarm is set anew: the platform drops one that failed too often. */
  protected async applyAndRearm<T>(event: (machine: Machine, now: number) => T): Promise<T | null> {
    this.#alarmAt = Infinity;
    return this.apply(event);
  }

  override async alarm(): Promise<void> {
    await this.applyAndRearm((machine, now) => machine.resendOverdue(now));
  }

  protected async clear(): Promise<void> {
    this.machine = null;
    this.#alarmAt = Infinity;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** An alarm that fires too early finds nothing overdue and is set anew. */
  protected setAlarm(machine: Machine): void {
    const dueAt = this.nextDueAt(machine);
    if (dueAt >= this.#alarmAt) return;
    this.#alarmAt = Math.max(dueAt, Date.now() + MIN_ALARM_MS);
    void this.ctx.storage.setAlarm(this.#alarmAt);
  }

  async #send(outgoing: readonly OutgoingMessage<Body>[]): Promise<void> {
    const messages = outgoing.map(({ body, delayMs }) => ({
      body,
      ...(delayMs > 0 && { delaySeconds: Math.ceil(delayMs / 1_000) }),
    }));
    for (let first = 0; first < messages.length; first += MAX_BATCH_MESSAGES)
      await this.queue.sendBatch(messages.slice(first, first + MAX_BATCH_MESSAGES));
  }
}
