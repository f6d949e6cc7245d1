import type { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';
import type { WebEnv } from './web-env.ts';

/**
 * Gives a function that says which methods a path does answer, so that the wrong one gets 405 instead of 404.
 * Built on first use, when every route is there.
 */
export function createAllowedMethods(app: Hono<WebEnv>): (path: string) => readonly string[] {
  let router: TrieRouter<string> | null = null;
  const methods = new Set<string>();
  const build = (): TrieRouter<string> => {
    const built = new TrieRouter<string>();
    for (const route of app.routes.filter((item) => item.method !== 'ALL')) {
      methods.add(route.method);
      built.add(route.method, route.path, route.method);
    }
    return built;
  };
  return (path) => {
    router ??= build();
    const known = router;
    const allowed = [...methods].filter((method) => known.match(method, path)[0].length > 0);
    return (allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed).sort();
  };
}
