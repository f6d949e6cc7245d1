import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** A real OpenID provider on loopback, with one person and one program, and its own keys for spoiled tokens. */
export interface ProveedorOidc {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string;
  /** Access token of a program, by client credentials. */
  tokenDePrograma(): Promise<string>;
  /** Access token of a person, by authorization code with PKCE. `claims` are those of the person. */
  tokenDePersona(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** A token signed with the provider's own key, however wrong its content. */
  firmar(claims: JWTPayload, cabecera?: { readonly alg?: string; readonly kid?: string }): Promise<string>;
  readonly clavePublicaPem: string;
  stop(): Promise<void>;
}

const RECURSO = 'https://archivo.alcaldia.test';
const REDIRECCION = 'https://portal.test/cb';
const PORTAL = 'portal';
const SECRETO = 'secreto-de-prueba-largo';

export async function arrancarProveedor(): Promise<ProveedorOidc> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const es256 = await generateKeyPair('ES256', { extractable: true });
  const rs256 = await generateKeyPair('RS256', { extractable: true });
  const jwks = {
    keys: [
      { ...(await exportJWK(es256.privateKey)), kid: 'es', alg: 'ES256', use: 'sig' },
      { ...(await exportJWK(rs256.privateKey)), kid: 'rs', alg: 'RS256', use: 'sig' },
    ],
  };
  const personas = new Map<string, Readonly<Record<string, unknown>>>();
  const provider = new Provider(issuer, configuracion(jwks, personas));
  loginAutomatico(provider);
  server.on('request', provider.callback());
  return {
    issuer,
    audience: RECURSO,
    jwksUri: `${issuer}/jwks`,
    clavePublicaPem: await exportSPKI(rs256.publicKey),
    tokenDePrograma: () =>
      pedirToken(issuer, 'programa', { grant_type: 'client_credentials', resource: RECURSO, scope: 'api' }),
    tokenDePersona: async (claims) => {
      const cuenta = `ana-${randomBytes(4).toString('hex')}`;
      personas.set(cuenta, claims);
      return codigoDeAutorizacion(issuer, cuenta);
    },
    firmar: (claims, cabecera = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: cabecera.alg ?? 'ES256', kid: cabecera.kid ?? 'es' })
        .sign(cabecera.alg === 'RS256' ? rs256.privateKey : es256.privateKey),
    stop: () => cerrar(server),
  };
}

function configuracion(
  jwks: object,
  personas: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): object {
  return {
    jwks,
    clients: [
      {
        client_id: 'programa',
        client_secret: SECRETO,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
      {
        client_id: PORTAL,
        client_secret: SECRETO,
        grant_types: ['authorization_code'],
        redirect_uris: [REDIRECCION],
      },
    ],
    cookies: { keys: ['clave-de-prueba'] },
    ttl: {
      AccessToken: 600,
      ClientCredentials: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
      IdToken: 600,
    },
    findAccount: (_ctx: object, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_ctx: object, interaction: { uid: string }) => `/interaccion/${interaction.uid}` },
    loadExistingGrant: otorgarTodo,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RECURSO,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: RECURSO,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    extraTokenClaims: ({ oidc }: ContextoToken, token: { accountId?: string }) =>
      token.accountId === undefined
        ? { tenant: 'demo', permissions: ['PERM_ELIMINACION_CONSULTAR'] }
        : { ...personas.get(token.accountId), auth_time: oidc.entities.AuthorizationCode?.authTime },
  };
}

interface ContextoToken {
  readonly oidc: { readonly entities: { readonly AuthorizationCode?: { readonly authTime: number } } };
}

interface ContextoGrant {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
    readonly provider: Provider;
  };
}

async function otorgarTodo({ oidc }: ContextoGrant): Promise<object> {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client.clientId,
    accountId: oidc.session.accountId,
  });
  grant.addOIDCScope('openid');
  grant.addResourceScope(RECURSO, 'api');
  await grant.save();
  return grant;
}

/** The login page: whoever comes with `login_hint` is that person. */
function loginAutomatico(provider: Provider): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaccion/')) return next();
    const cuenta = /cuenta=([\w-]+)/.exec(ctx.req.headers.cookie ?? '')?.[1] ?? '';
    ctx.respond = false;
    await provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: cuenta } });
  });
}

async function pedirToken(issuer: string, cliente: string, campos: Record<string, string>): Promise<string> {
  const respuesta = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${cliente}:${SECRETO}`)}` },
    body: new URLSearchParams(campos),
  });
  const cuerpo = (await respuesta.json()) as { access_token?: string };
  if (cuerpo.access_token === undefined) throw new Error(`no hay token: ${JSON.stringify(cuerpo)}`);
  return cuerpo.access_token;
}

/** The browser's part: follows the redirects with its cookies until the portal gets its code. */
async function codigoDeAutorizacion(issuer: string, cuenta: string): Promise<string> {
  const verificador = randomBytes(32).toString('base64url');
  const cookies = new Map([['cuenta', cuenta]]);
  const inicio = new URL(`${issuer}/auth`);
  inicio.search = new URLSearchParams({
    client_id: PORTAL,
    response_type: 'code',
    redirect_uri: REDIRECCION,
    scope: 'openid api',
    resource: RECURSO,
    code_challenge: createHash('sha256').update(verificador).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  let destino = inicio.href;
  while (!destino.startsWith(REDIRECCION)) destino = await seguir(destino, cookies);
  const code = new URL(destino).searchParams.get('code') ?? '';
  return pedirToken(issuer, PORTAL, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECCION,
    code_verifier: verificador,
    resource: RECURSO,
  });
}

async function seguir(url: string, cookies: Map<string, string>): Promise<string> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const respuesta = await fetch(url, { redirect: 'manual', headers: { cookie } });
  for (const linea of respuesta.headers.getSetCookie()) {
    const [name, value] = linea.split(';', 1)[0]?.split('=') ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
  const siguiente = respuesta.headers.get('Location');
  if (siguiente === null)
    throw new Error(`el proveedor no redirige: ${respuesta.status} ${await respuesta.text()}`);
  return new URL(siguiente, url).href;
}

function cerrar(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
