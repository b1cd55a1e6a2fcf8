import { DurableObject } from 'cloudflare:workers';

/** Most messages in one batch send to a queue. */
const MAX_BATCH_MESSAGES = 100;

/** Minimum delay of an alarm, so that a faulty state machine cannot make it fire continuously. */
const MIN_ALARM_MS = 1_000;

export interface OutgoingMessage<Body> {
  body: Body;
  delayMs: number;
}

/** State machine of an object: each other method is one event, without storage or clock. */
interface StateMachine<Body> {
  /** Earliest expiry; Infinity for never. */
  readonly nextDueAt: number;
  readonly outbox: OutgoingMessage<Body>[];
  resendOverdue(now: number): void;
}

/**
 * Base of a Durable Object that provides a state machine with a clock, storage, a queue, and an
 * alarm that resends lost messages.
 */
export abstract class StateMachineObject<
  Machine extends StateMachine<Body>,
  Body,
  Env,
> extends DurableObject<Env> {
  /** Null while nothing with this id exists. */
  protected machine: Machine | null = null;
  /** Time of the alarm, as far as this instance knows. */
  #alarmAt = Infinity;

  protected abstract readonly queue: Pick<Queue<Body>, 'sendBatch'>;

  /** Writes the changes, inside the event's transaction. */
  protected abstract write(machine: Machine): void;

  protected nextDueAt(machine: Machine): number {
    return machine.nextDueAt;
  }

  /**
   * Applies one event and writes the changes in one transaction, then sends messages. The alarm
   * resends those that could not be sent. @returns null if there is no state machine
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
      // Memory is ahead of the disk, so the next call must start a new instance from the disk.
      this.ctx.abort(`the state machine broke: ${cause}`);
      throw cause;
    }
    const messages = machine.outbox.splice(0);
    this.setAlarm(machine);
    await this.#send(messages).catch(() => undefined);
    return answer;
  }

  /** Like {@link apply}, and sets the alarm anew: the platform drops one that failed too often. */
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

  /** An alarm that fires too early finds nothing expired and is set again. */
  protected setAlarm(machine: Machine): void {
    const at = Math.max(this.nextDueAt(machine), Date.now() + MIN_ALARM_MS);
    if (at >= this.#alarmAt) return;
    this.#alarmAt = at;
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
