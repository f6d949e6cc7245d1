/** Style of the public pages: system fonts, both colour schemes, contrast above 4.5, from 320 px up, prints well. */
export const PUBLICO_STYLE = `
:root { color-scheme: light dark; --fondo: #fff; --tinta: #1b1f24; --suave: #4d5660; --linea: #d0d7de; --panel: #f6f8fa;
  --enlace: #0550ae; --avance: #0a5c36; }
@media (prefers-color-scheme: dark) { :root { --fondo: #0d1117; --tinta: #e6edf3; --suave: #a8b1bb; --linea: #30363d;
  --panel: #161b22; --enlace: #79c0ff; --avance: #56d364; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 0 1rem 4rem; background: var(--fondo); color: var(--tinta); font: 1rem/1.55 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--linea); padding: 1.25rem 0 .75rem; margin-bottom: 1.25rem; }
header p { margin: 0; color: var(--suave); } h1 { margin: .15rem 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } p { max-width: 70ch; }
a { color: var(--enlace); } a:focus-visible { outline: 3px solid var(--enlace); outline-offset: 2px; }
.saltar { position: absolute; left: -999rem; } .saltar:focus { left: 1rem; top: .5rem; background: var(--fondo); padding: .5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .3rem 1.25rem; background: var(--panel);
  border: 1px solid var(--linea); border-radius: .5rem; padding: .9rem 1.1rem; }
dt { color: var(--suave); } dd { margin: 0; overflow-wrap: anywhere; }
progress { width: min(24rem, 100%); accent-color: var(--avance); }
.tabla { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .94rem; }
caption { text-align: left; color: var(--suave); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .6rem; border-bottom: 1px solid var(--linea); } th { white-space: nowrap; }
td.orden { text-align: right; } .entero { white-space: nowrap; } small { color: var(--suave); display: block; } code { font: .88em ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print { nav, .saltar { display: none; } }
`;
