# What Godot 3 makes of a GLB: skeletons, animations, and where bones are at some moments. Arguments: res:// path, seconds...
extends SceneTree

func _init():
	var given = Array(OS.get_cmdline_args())
	var at = given.find("--file")
	var scene = load(given[at + 1]).instance()
	get_root().add_child(scene)
	var skeletons = []
	var players = []
	gather(scene, skeletons, players)
	var names = []
	for player in players:
		names += Array(player.get_animation_list())
	var frames = []
	for i in range(at + 2, given.size()):
		for player in players:
			player.play(player.get_animation_list()[0])
			player.seek(float(given[i]), true)
		var places = {}
		var skeleton = skeletons[0]
		for bone in range(skeleton.get_bone_count()):
			var place = (whole(skeleton) * skeleton.get_bone_global_pose(bone)).origin
			places[skeleton.get_bone_name(bone)] = [place.x, place.y, place.z]
		frames.append(places)
	print("RESULT " + JSON.print({"skeletons": skeletons.size(), "animations": names, "frames": frames}))
	quit()

# Where a node is in the world: nothing is in the tree before the first frame.
func whole(node):
	var place = Transform()
	while node is Spatial:
		place = node.transform * place
		node = node.get_parent()
	return place

func gather(node, skeletons, players):
	if node is Skeleton:
		skeletons.append(node)
	if node is AnimationPlayer:
		players.append(node)
	for child in node.get_children():
		gather(child, skeletons, players)
