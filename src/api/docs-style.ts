/** Style of the reference page: system fonts, both colour schemes, contrast above 4.5 everywhere, prints well. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --fondo: #fff; --tinta: #1b1f24; --suave: #57606a; --linea: #d0d7de;
  --panel: #f6f8fa; --enlace: #0550ae; --get: #0a5c36; --post: #7a3e00; --mal: #a40e26; }
@media (prefers-color-scheme: dark) { :root { --fondo: #0d1117; --tinta: #e6edf3; --suave: #9da7b1; --linea: #30363d;
  --panel: #161b22; --enlace: #79c0ff; --get: #56d364; --post: #e3b341; --mal: #ff9492; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 0 1.25rem 4rem; background: var(--fondo); color: var(--tinta);
  font: 1rem/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 2.5rem; }
header { grid-column: 1 / -1; border-bottom: 1px solid var(--linea); padding: 1.5rem 0 .75rem; margin-bottom: 1rem; }
h1 { margin: 0; font-size: 1.7rem; } header p { margin: .25rem 0 0; color: var(--suave); }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: .5rem 0; font-size: .92rem; }
nav h2 { font-size: .8rem; letter-spacing: .04em; color: var(--suave); margin: 1rem 0 .25rem; text-transform: uppercase; }
nav ul { list-style: none; margin: 0; padding: 0; } nav li { margin: .2rem 0; }
a { color: var(--enlace); } a:focus-visible, summary:focus-visible { outline: 3px solid var(--enlace); outline-offset: 2px; }
.saltar { position: absolute; left: -999rem; } .saltar:focus { left: 1rem; top: .5rem; background: var(--fondo); padding: .5rem; }
.intro { max-width: 65ch; }
section > h2 { margin: 2.25rem 0 .75rem; font-size: 1.3rem; }
article { border: 1px solid var(--linea); border-radius: .5rem; padding: .25rem 1.1rem .9rem; margin: 0 0 1rem; }
article:target { border-color: var(--enlace); box-shadow: 0 0 0 1px var(--enlace); }
h3 { margin: .75rem 0 .25rem; font-size: 1.08rem; } h4 { margin: 1.1rem 0 .35rem; font-size: .95rem; }
p { margin: .4rem 0; } code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.ruta { background: var(--panel); padding: .4rem .6rem; border-radius: .35rem; }
.metodo { font-weight: 700; font-size: .85rem; color: var(--post); } .metodo.get { color: var(--get); }
details { margin-top: .6rem; } summary { cursor: pointer; color: var(--enlace); width: fit-content; }
dl { margin: 0; } dt { margin-top: .4rem; } dd { margin: 0 0 0 1rem; color: var(--suave); } small { color: var(--suave); }
.campos { margin: .25rem 0; padding-left: 1.1rem; border-left: 2px solid var(--linea); list-style: none; }
.campos li { margin: .25rem 0; }
.respuesta { border-top: 1px solid var(--linea); padding: .2rem 0; }
.estado { color: var(--mal); } .estado.e2 { color: var(--get); }
@media (max-width: 48rem) { body { display: block; } nav { position: static; max-height: none; } }
@media print { nav, .saltar { display: none; } body { display: block; } }
`;
