"""Many versions as one site: what lies at its root, and which version must be built again."""
