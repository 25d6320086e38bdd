/**
 * The places in the memory of Rapier's wasm module of data that its package offers no functions for. All of them belong
 * to one version of the package and were found by search; `memory-check.ts` compares them with the package's functions
 * before anything else uses them.
 */

/** Version of rapier3d-simd-compat. Every saved state names it, because other versions cannot read the bytes. */
export const RAPIER_VERSION = "0.20.0";

// Bytes from the start of the set of bodies; then from the start of a body's entry.
export const BODY_ENTRIES = 472;
export const BODY_SIZE = 448;
export const BODY_ROTATION = 16;
export const BODY_TRANSLATION = 32;
export const BODY_SLEEP_SPEEDS = 112;
export const BODY_CENTRE_OF_MASS = 232;
export const BODY_LINEAR_VELOCITY = 296;
export const BODY_ANGULAR_VELOCITY = 308;

// Bytes from the start of the islands. Bodies are kept in sets: one for all awake bodies, if any, and one for each
// sleeping island.
export const ISLANDS_HAVE_AWAKE_SET = 8;
export const ISLANDS_AWAKE_SET = 12;
export const ISLANDS_SETS = 316;
export const ISLAND_SET_SIZE = 12;
export const ISLAND_SET_HANDLES = 4;
export const ISLAND_SET_COUNT = 8;

// Bytes from the start of the set of colliders; then from the start of a collider's entry: memberships, filter and
// mode.
export const COLLIDER_ENTRIES = 16;
export const COLLIDER_SIZE = 208;
export const COLLIDER_GROUPS = 136;
/** Modes of collision groups: whether both shapes must allow the contact, or one of them. */
export const BOTH_WAYS = 0;
export const EITHER_WAY = 1;

// Bytes from the start of the package's wrapper, of the manifold, of a point.
export const WRAPPER_MANIFOLD = 4;
export const MANIFOLD_POINTS = 84;
export const MANIFOLD_POINT_COUNT = 88;
export const POINT_SIZE = 100;
export const POINT_IMPULSE = 16;
export const POINT_LAST_IMPULSE = 20;
export const POINT_LAST_FRICTION = 28;
/** On the first shape, in its frame. */
export const POINT_PLACE = 64;
export const POINT_DISTANCE = 88;

// Numbers of four bytes from the start of the parameters. The package has functions for some of them.
export const SETTING_FREQUENCY = 1;
export const SETTING_STATIC_FREQUENCY = 3;
export const SETTING_TIME_STEP = 5;
export const SETTING_LENGTH_UNIT = 8;
export const SETTING_ALLOWED_ERROR = 9;
export const SETTING_MAX_CORRECTION = 10;
export const SETTING_PREDICTION = 11;
export const SETTING_MAX_SPEED = 12;
export const SETTING_SUBSTEPS = 13;
export const SETTING_PASSES = 14;
export const SETTING_STABILISING = 15;
export const SETTING_CCD_SUBSTEPS = 16;

// Words from the start of the structures that the functions for rays use.
/** Of a vector, whose three numbers follow. */
export const VECTOR_X = 1;
export const HIT_COLLIDER = 1;
export const HIT_DISTANCE = 3;
export const INTERSECTION_DISTANCE = 3;
export const INTERSECTION_NORMAL = 4;
export const INTERSECTION_COLLIDER = 7;
/** Values that stand for no collision groups, and for no function. */
export const NO_GROUPS = Number.MAX_SAFE_INTEGER;
export const NO_FUNCTION = 128;

// Bytes of a contact cache in a snapshot. Its mark: 1 (it exists), its kind as a word, a flag, its length as eight
// bytes. Its entries: the key, the number of a manifold as eight bytes, a flag.
export const TABLE_MARK = 14;
export const TABLE_MANIFOLD = 9;
export const TABLE_FLAG = 8;
/**
 * Bytes of a key by the kind of table: a heightmap against one shape, or against several; several against several, or
 * against one.
 */
export const TABLE_KEYS: readonly (number | undefined)[] = [undefined, 4, 8, 8, 4];

/** The import by which wasm-bindgen copies bytes out of memory; its name continues with a hash. */
export const NEW_FROM_SLICE = "__wbg_new_from_slice_";
