/** One of the jobs a process may have: executor, relay… The composition root starts and stops those configured. */
export interface RolProceso {
  readonly nombre: string;
  /** Resolves once it works. Failing here stops the boot. */
  start(): Promise<void>;
  /** Finishes or gives back what it has in hand, then resolves. Called at most once. */
  stop(): Promise<void>;
}
