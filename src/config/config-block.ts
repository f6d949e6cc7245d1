import type { z } from 'zod';

/**
 * One configuration key. `env` is the variable, `doc` says in Spanish what it decides, `unit` how it is counted.
 * `default` is the text used when the variable is absent; null means that the key then has no value.
 */
export interface ConfigKey<T> {
  readonly env: string;
  readonly doc: string;
  readonly unit: string | null;
  readonly schema: z.ZodType<T>;
  readonly default: string | null;
  /** What the documentation shows instead of `default`, where the real default is computed. */
  readonly defaultDoc: string | null;
  readonly secret: boolean;
}

type ConfigBlock = Readonly<Record<string, ConfigKey<unknown>>>;

export type BlockValues<B extends ConfigBlock> = {
  readonly [K in keyof B]: B[K] extends ConfigKey<infer T> ? T : never;
};

interface KeyDefinition<T> {
  readonly env: string;
  readonly doc: string;
  readonly schema: z.ZodType<T>;
  readonly unit?: string;
  readonly defaultDoc?: string;
  readonly secret?: boolean;
}

/** A key that always has a value: its default is written as it would be in the environment. */
export function defineKey<T>(definition: KeyDefinition<T> & { readonly default: string }): ConfigKey<T> {
  return completeKey<T>(definition, definition.default);
}

/** A key that may be absent; its value is then null. */
export function defineOptionalKey<T>(definition: KeyDefinition<T>): ConfigKey<T | null> {
  return completeKey<T | null>(definition, null);
}

function completeKey<T>(definition: KeyDefinition<T>, fallback: string | null): ConfigKey<T> {
  return {
    env: definition.env,
    doc: definition.doc,
    unit: definition.unit ?? null,
    schema: definition.schema,
    default: fallback,
    defaultDoc: definition.defaultDoc ?? null,
    secret: definition.secret ?? false,
  };
}
