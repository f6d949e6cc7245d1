/** Where a storage unit is. At least one is known of a unit that can be found. */
export interface Lugar {
  readonly ubicacion: string | null;
  readonly caja: string | null;
  readonly carpeta: string | null;
}

/** Where a unit ends up: what is not told stays as it was. */
export function mudarA(desde: Lugar, hacia: { readonly [C in keyof Lugar]?: string | undefined }): Lugar {
  return {
    ubicacion: hacia.ubicacion ?? desde.ubicacion,
    caja: hacia.caja ?? desde.caja,
    carpeta: hacia.carpeta ?? desde.carpeta,
  };
}

export function isMismoLugar(uno: Lugar, otro: Lugar): boolean {
  return uno.ubicacion === otro.ubicacion && uno.caja === otro.caja && uno.carpeta === otro.carpeta;
}
