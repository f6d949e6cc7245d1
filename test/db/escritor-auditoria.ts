import { registrarAuditoria } from '../../src/db/auditoria/registrar-auditoria.ts';
import { createDatabase } from '../../src/db/database.ts';
import { withTenantTx } from '../../src/db/tenant-tx.ts';
import { asientoDePrueba } from './asiento-de-prueba.ts';

/** A process with several writers of one tenant's chain at once, each with several entries per transaction. */
const [url = '', slug = '', escritores = '1', veces = '1'] = process.argv.slice(2);
const db = createDatabase({ url, max: Number(escritores), applicationName: 'escritor' });
const write = async (escritor: number): Promise<void> => {
  for (let vez = 0; vez < Number(veces); vez += 1) {
    const sujeto = { tipo: 'prueba', id: `${process.pid}/${escritor}/${vez}` };
    await withTenantTx(db, slug, (tx) =>
      registrarAuditoria(tx, [
        asientoDePrueba({ sujeto }),
        asientoDePrueba({ sujeto, datos: { segundo: true } }),
      ]),
    );
  }
};
await Promise.all(Array.from({ length: Number(escritores) }, (_, escritor) => write(escritor)));
await db.close();
