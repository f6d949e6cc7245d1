import type { Acceso, Route } from './route.ts';

/** One line per route — method, path, who may — sorted, so that a change of permission shows in a review. */
export function renderPermissionMatrix(routes: readonly Route[]): string {
  const rows = routes.map((route) => ({
    path: route.path,
    line: `${route.method.toUpperCase().padEnd(6)} ${route.path} ${renderAcceso(route.acceso)}`,
  }));
  rows.sort((a, b) => (a.path === b.path ? compare(a.line, b.line) : compare(a.path, b.path)));
  return `${rows.map((row) => row.line).join('\n')}\n`;
}

function renderAcceso(acceso: Acceso): string {
  return typeof acceso === 'string' ? acceso : acceso.permiso;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
