// The modules that every page loads. In production this is one file with all its imports (web/bundles.py).
import "./app.js";
import "./swap-guard.js";
import "./keyboard.js";
import "./sharing.js";
